// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title StandToken
/// @notice A token that anyone mints and burns; with native currency behind it where it was paid in. Anyone may let it burn
/// all gas where it is asked for a balance, and move for nobody.
contract StandToken is ERC20 {
    uint8 private immutable DECIMALS;
    bool private _isMute;

    constructor(string memory symbol_, uint8 decimals_) ERC20(symbol_, symbol_) {
        DECIMALS = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return DECIMALS;
    }

    function setMute(bool isMute) external {
        _isMute = isMute;
    }

    function balanceOf(address account) public view override returns (uint256) {
        if (_isMute) {
            assembly {
                invalid()
            }
        }
        return super.balanceOf(account);
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external {
        _burn(from, amount);
    }

    function deposit() external payable {
        _mint(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        _burn(msg.sender, amount);
        (bool ok,) = msg.sender.call{value: amount}("");
        require(ok, "refused");
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!_isMute, "mute");
        super._update(from, to, value);
    }
}

/// @title StandVenue
/// @notice Swaps at whatever rate the caller names.
contract StandVenue {
    function swap(StandToken tokenIn, uint256 amountIn, StandToken tokenOut, uint256 amountOut, address to)
        external
    {
        tokenIn.transferFrom(msg.sender, address(this), amountIn);
        tokenOut.mint(to, amountOut);
    }

    /// @notice Sends native currency to an account that takes none.
    function force(address payable to) external payable {
        new Push{value: msg.value}(to);
    }
}

contract Push {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}

/// @title StandFeed
/// @notice A price that anyone sets. It is of this very moment until a date is set.
contract StandFeed {
    uint8 public constant decimals = 8;
    int256 private _answer;
    uint256 private _updatedAt;
    bool private _isDated;

    constructor(int256 answer) {
        _answer = answer;
    }

    function set(int256 answer) external {
        (_answer, _isDated) = (answer, false);
    }

    function setDated(int256 answer, uint256 updatedAt) external {
        (_answer, _updatedAt, _isDated) = (answer, updatedAt, true);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        uint256 at = _isDated ? _updatedAt : block.timestamp;
        return (1, _answer, at, at, 1);
    }
}

interface ICage {
    function netAssetValueUsdc() external view returns (uint256);
    function highWaterMark() external view returns (uint256);
    function lastRebalanceAt() external view returns (uint256);
    function windowSpentUsdc() external view returns (uint256);
    function windowLostUsdc() external view returns (uint256);
    function windowUnguardedUsdc() external view returns (uint256);
    function totalShares() external view returns (uint256);
    function paused() external view returns (bool);
}

/// @title StandLens
/// @notice Reads in one call what a cage remembers.
contract StandLens {
    /// @return words Net asset value (or the largest number, where there is none), mark, last rebalance, spend and loss
    /// of the window, what left of it without the guardian's signature, shares, and 1 where it is halted.
    function look(ICage cage) external view returns (uint256[8] memory words) {
        try cage.netAssetValueUsdc() returns (uint256 navUsdc) {
            words[0] = navUsdc;
        } catch {
            words[0] = type(uint256).max;
        }
        words[1] = cage.highWaterMark();
        words[2] = cage.lastRebalanceAt();
        words[3] = cage.windowSpentUsdc();
        words[4] = cage.windowLostUsdc();
        words[5] = cage.windowUnguardedUsdc();
        words[6] = cage.totalShares();
        words[7] = cage.paused() ? 1 : 0;
    }
}
