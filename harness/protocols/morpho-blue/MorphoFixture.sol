// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {Morpho} from "sphere-mezo-solidity-files/domains/morpho/contracts/Morpho.sol";
import {
    IMorpho as IFullMorpho,
    Id,
    MarketParams as Params
} from "sphere-mezo-solidity-files/domains/morpho/contracts/interfaces/IMorpho.sol";
import {AdaptiveCurveIrm} from "sphere-mezo-solidity-files/domains/morphoIrm/contracts/AdaptiveCurveIrm.sol";
import {IMorpho} from "../../../tools/protocols/morpho-blue/contracts/IMorpho.sol";
import {MorphoChecker} from "../../../tools/protocols/morpho-blue/contracts/MorphoChecker.sol";
import {MorphoReader} from "../../../tools/protocols/morpho-blue/contracts/MorphoReader.sol";

contract Token {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Oracle {
    uint256 private _price;

    function setPrice(uint256 price_) external {
        _price = price_;
    }

    function price() external view returns (uint256) {
        require(_price != 0, "no price");
        return _price;
    }
}

/// @notice A lot with its one leg: decoding the nested arrays takes more stack than there is without the IR.
struct Flat {
    uint256 units;
    uint256 index;
    uint256 claimableFrom;
    address token;
    int256 amount;
}

/// @notice Morpho Blue from its published source, with its adaptive curve, and a market of 1 collateral for 3 000 loan.
abstract contract MorphoFixture is Test {
    uint256 internal constant LLTV = 0.86e18;
    uint256 internal constant YEAR = 365 days;
    address internal constant LENDER = address(0x1e);
    address internal constant ACCOUNT = address(0xacc);

    IFullMorpho internal morpho;
    AdaptiveCurveIrm internal irm;
    Token internal loan;
    Token internal collateral;
    Oracle internal oracle;
    Params private _params;
    bytes32 internal id;
    MorphoReader internal reader;
    MorphoChecker internal checker;

    function setUp() public virtual {
        morpho = IFullMorpho(address(new Morpho(address(this))));
        irm = new AdaptiveCurveIrm(address(morpho));
        (loan, collateral, oracle) = (new Token(), new Token(), new Oracle());
        morpho.enableIrm(address(irm));
        morpho.enableIrm(address(0));
        morpho.enableLltv(LLTV);
        oracle.setPrice(3000e24);
        Params memory terms = Params(address(loan), address(collateral), address(oracle), address(irm), LLTV);
        open(terms);
        reader = new MorphoReader(IMorpho(address(morpho)));
        checker = new MorphoChecker(IMorpho(address(morpho)));
        for (uint256 i; i < 2; ++i) {
            address user = i == 0 ? LENDER : ACCOUNT;
            loan.mint(user, 1e15);
            collateral.mint(user, 1e24);
            vm.startPrank(user);
            loan.approve(address(morpho), type(uint256).max);
            collateral.approve(address(morpho), type(uint256).max);
            vm.stopPrank();
        }
        lend(LENDER, 1_000_000e6);
    }

    function params() internal view returns (Params memory) {
        return _params;
    }

    /// @notice Create a market, which is meant from then on.
    function open(Params memory terms) internal {
        _params = terms;
        id = keccak256(abi.encode(terms));
        morpho.createMarket(terms);
    }

    function send(address user, bytes memory data) internal returns (bytes memory result) {
        bool ok;
        vm.prank(user);
        (ok, result) = address(morpho).call(data);
        if (ok) return result;
        assembly {
            revert(add(result, 32), mload(result))
        }
    }

    function lend(address user, uint256 assets) internal {
        send(user, calling(morpho.supply.selector, abi.encode(assets, 0, user), ""));
    }

    /// @notice Post 100 collateral and borrow.
    function borrow(uint256 assets) internal {
        send(ACCOUNT, calling(morpho.supplyCollateral.selector, abi.encode(100e18, ACCOUNT), ""));
        send(ACCOUNT, plain(morpho.borrow.selector, abi.encode(assets, 0, ACCOUNT, ACCOUNT)));
    }

    function repayShares(uint256 shares) internal returns (uint256 assets) {
        bytes memory data = calling(morpho.repay.selector, abi.encode(0, shares, ACCOUNT), "");
        (assets,) = abi.decode(send(ACCOUNT, data), (uint256, uint256));
    }

    function withdrawShares(uint256 shares) internal returns (uint256 assets) {
        bytes memory data = plain(morpho.withdraw.selector, abi.encode(0, shares, ACCOUNT, ACCOUNT));
        (assets,) = abi.decode(send(ACCOUNT, data), (uint256, uint256));
    }

    function liquidate(uint256 seized) internal {
        send(LENDER, calling(morpho.liquidate.selector, abi.encode(ACCOUNT, seized, 0), ""));
    }

    /// @notice Call data of an act with callback data at its end, after as many words as come before.
    function calling(bytes4 selector, bytes memory words, bytes memory callback)
        internal
        view
        returns (bytes memory)
    {
        uint256 offset = 160 + words.length + 32;
        bytes memory tail = abi.encode(callback);
        // `abi.encode` begins with an offset of its own.
        assembly {
            mstore(add(tail, 32), offset)
        }
        return bytes.concat(selector, abi.encode(params()), words, tail);
    }

    /// @notice Call data of an act without callback data.
    function plain(bytes4 selector, bytes memory words) internal view returns (bytes memory) {
        return bytes.concat(selector, abi.encode(params()), words);
    }

    function read() internal view returns (bytes32 place, uint256 health, Flat[] memory lots) {
        bytes memory said =
            Words.ask(address(reader), abi.encodeCall(reader.holdings, (ACCOUNT, id, new uint256[](2))));
        (place, health) = (bytes32(Words.at(said, 0)), Words.at(said, 1));
        lots = new Flat[](Words.at(said, 3));
        for (uint256 i; i < lots.length; ++i) {
            uint256 at = 4 + Words.at(said, 4 + i) / 32;
            lots[i] = Flat(Words.at(said, at), Words.at(said, at + 1), Words.at(said, at + 2), address(0), 0);
            if (Words.at(said, at + 4) == 0) continue;
            lots[i].token = address(uint160(Words.at(said, at + 5)));
            lots[i].amount = int256(Words.at(said, at + 6));
        }
    }
}
