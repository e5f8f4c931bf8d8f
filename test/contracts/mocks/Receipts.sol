// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {IPositionReader} from "../../../tools/contracts/interfaces/IPositionReader.sol";
import {Leg, Lot} from "../../../tools/contracts/interfaces/Position.sol";
import {MockToken} from "./Mocks.sol";

/// @notice OpenZeppelin's ERC-4626, unchanged; `broken` makes its rate unreadable.
contract Vault is ERC4626 {
    bool public broken;

    constructor(IERC20 asset_) ERC4626(asset_) ERC20("Vault", "v") {}

    function setBroken(bool value) external {
        broken = value;
    }

    function convertToAssets(uint256 shares) public view override returns (uint256) {
        require(!broken, "broken");
        return super.convertToAssets(shares);
    }
}

/// @notice A receipt of, or a debt in, an asset, whose balances grow with an index, as Aave's do.
contract PeggedToken is MockToken {
    uint256 private constant RAY = 1e27;
    address public immutable UNDERLYING_ASSET_ADDRESS;
    bool public immutable IS_DEBT;
    uint256 public index = RAY;

    constructor(string memory symbol_, MockToken underlying, bool isDebt)
        MockToken(symbol_, underlying.decimals())
    {
        UNDERLYING_ASSET_ADDRESS = address(underlying);
        IS_DEBT = isDebt;
    }

    function grow(uint256 bps) external {
        index += index * bps / 10_000;
    }

    function scaledBalanceOf(address account) public view returns (uint256) {
        return super.balanceOf(account);
    }

    function balanceOf(address account) public view override returns (uint256) {
        return super.balanceOf(account) * index / RAY;
    }

    function toUnits(uint256 amount) external view returns (uint256) {
        return amount * RAY / index;
    }
}

/// @notice A lending pool with receipts and debts, and one wei of rounding in the taker's favour, as Aave's scaled
/// balances have it.
contract LendingPool {
    uint256 public health = type(uint256).max;

    function setHealth(uint256 value) external {
        health = value;
    }

    function supply(PeggedToken receipt, uint256 amount, address to) external {
        MockToken(receipt.UNDERLYING_ASSET_ADDRESS()).transferFrom(msg.sender, address(this), amount);
        receipt.mint(to, receipt.toUnits(amount));
    }

    function withdraw(PeggedToken receipt, uint256 amount, address to) external {
        receipt.burn(msg.sender, receipt.toUnits(amount - 1));
        MockToken(receipt.UNDERLYING_ASSET_ADDRESS()).mint(to, amount);
    }

    function borrow(PeggedToken debt, uint256 amount, address to) external {
        debt.mint(msg.sender, debt.toUnits(amount));
        MockToken(debt.UNDERLYING_ASSET_ADDRESS()).mint(to, amount);
    }

    function repay(PeggedToken debt, uint256 amount, address for_) external {
        MockToken(debt.UNDERLYING_ASSET_ADDRESS()).transferFrom(msg.sender, address(this), amount);
        debt.burn(for_, debt.toUnits(amount));
    }

    /// @dev What an account agrees to without moving anything, such as an e-mode.
    function agree(uint256 health_) external {
        health = health_;
    }

    /// @dev A reward for having been there.
    function claim(MockToken token, uint256 amount) external {
        token.mint(msg.sender, amount);
    }
}

/// @notice Reads a LendingPool: a key is a receipt or a debt, and so is its place.
contract PoolReader is IPositionReader {
    LendingPool public immutable POOL;

    constructor(LendingPool pool) {
        POOL = pool;
    }

    function mark(address, bytes calldata) public view virtual returns (bytes32) {
        return 0;
    }

    function touched(address, bytes32, bytes calldata data, bytes calldata)
        public
        view
        virtual
        returns (bytes32[] memory keys)
    {
        bytes4 selector = bytes4(data);
        if (selector == LendingPool.agree.selector || selector == LendingPool.claim.selector) return keys;
        keys = new bytes32[](1);
        keys[0] = bytes32(data[4:36]);
    }

    function tokens(bytes32 key) public view virtual returns (address[] memory list) {
        list = new address[](1);
        list[0] = PeggedToken(address(uint160(uint256(key)))).UNDERLYING_ASSET_ADDRESS();
    }

    function holdings(address account, bytes32 key, uint256[] calldata)
        public
        view
        virtual
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        PeggedToken token = PeggedToken(address(uint160(uint256(key))));
        uint256 units = token.scaledBalanceOf(account);
        int256 amount = int256(token.balanceOf(account));
        lots = new Lot[](1);
        lots[0] = Lot(units, token.index(), 0, new Leg[](1));
        lots[0].legs[0] = Leg(token.UNDERLYING_ASSET_ADDRESS(), token.IS_DEBT() ? -amount : amount);
        return (key, POOL.health(), lots);
    }
}

/// @notice Where an asset is staked and left through a queue, part by part or all at once; what leaves may come back.
contract Queue {
    MockToken public immutable ASSET;
    mapping(address account => uint256) public staked;
    mapping(address account => uint256) public leaving;
    mapping(address account => bool) public isCooling;

    constructor(MockToken asset) {
        ASSET = asset;
    }

    function stake(uint256 amount) external {
        ASSET.transferFrom(msg.sender, address(this), amount);
        staked[msg.sender] += amount;
    }

    function leave(uint256 amount) external {
        (staked[msg.sender], leaving[msg.sender]) =
        (staked[msg.sender] - amount, leaving[msg.sender] + amount);
    }

    function comeBack(uint256 amount) external {
        (staked[msg.sender], leaving[msg.sender]) =
        (staked[msg.sender] + amount, leaving[msg.sender] - amount);
    }

    /// @dev Whether all that is staked is leaving.
    function cool(bool value) external {
        isCooling[msg.sender] = value;
    }
}

/// @notice Reads a Queue as one position: what is staked, and what is leaving.
contract QueueReader is IPositionReader {
    Queue private immutable QUEUE;

    constructor(Queue queue) {
        QUEUE = queue;
    }

    function mark(address, bytes calldata) external pure returns (bytes32) {
        return 0;
    }

    function touched(address, bytes32, bytes calldata, bytes calldata)
        external
        pure
        returns (bytes32[] memory keys)
    {
        return new bytes32[](1);
    }

    function tokens(bytes32) external view returns (address[] memory list) {
        list = new address[](1);
        list[0] = address(QUEUE.ASSET());
    }

    function holdings(address account, bytes32, uint256[] calldata)
        external
        view
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        lots = new Lot[](2);
        lots[0] = _lot(QUEUE.staked(account), QUEUE.isCooling(account));
        lots[1] = _lot(QUEUE.leaving(account), true);
        return (keccak256("queue"), type(uint256).max, lots);
    }

    function _lot(uint256 units, bool isLeaving) private view returns (Lot memory lot) {
        lot = Lot(units, 1, isLeaving ? 1 : 0, new Leg[](1));
        lot.legs[0] = Leg(address(QUEUE.ASSET()), int256(units));
    }
}
